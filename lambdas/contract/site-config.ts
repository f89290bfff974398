import * as z from 'zod'
import { register } from './archive-entry.ts'

const companyField = z.string()

/** Countries in which a language model may run: the deployment's own region, or those of a cross-region profile. */
export const geography = z.enum(['region', 'us', 'eu', 'jp', 'apac', 'global'])
export type Geography = z.infer<typeof geography>

/** `/config.json`: settings of the deployment that serves the page. It contains no secrets. */
export const siteConfig = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  /** The hosted sign-in: a bare host on AWS, a full origin on the local cloud. */
  signInDomain: z.string(),
  /** The user pool's names of the social providers, in the order of the buttons. */
  providers: z.array(z.string()),
  /** `hosted`: Amplify's signInWithRedirect; `local`: code and PKCE against the local page (Amplify requires https). */
  signIn: z.enum(['hosted', 'local']),
  tossClientKey: z.string(),
  /** URL of the payment script, if it is not Toss's own: the local stand-in. */
  tossScriptUrl: z.string().optional(),
  testPay: z.boolean(),
  youtubeFetch: z.boolean(),
  registers: z.array(register),
  /** The processors of sound and text, for the privacy policy; `model` is absent if Amazon Translate works alone. */
  processing: z.object({
    model: z.object({ geography }).optional(),
    /** Whether the account has opted out of Amazon's use of content to improve its services. */
    optedOut: z.boolean(),
  }),
  company: z.object({
    name: companyField,
    representative: companyField,
    registrationNumber: companyField,
    mailOrderNumber: companyField,
    address: companyField,
    phone: companyField,
    email: companyField,
    hosting: companyField,
  }),
  /** Names of the local engines, with a sentence for the banner; absent on AWS. */
  engines: z.object({ speech: z.string(), translation: z.string(), notice: z.string().optional() }).optional(),
})
export type SiteConfig = z.infer<typeof siteConfig>
