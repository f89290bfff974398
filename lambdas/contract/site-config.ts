import * as z from 'zod'
import { register } from './archive-entry.ts'

const companyField = z.string()

/** Countries in which a language model may run: the deployment's own region, or those of a cross-region profile. */
export const geography = z.enum(['region', 'us', 'eu', 'jp', 'apac', 'global'])
export type Geography = z.infer<typeof geography>

/** `/config.json`: the settings of the deployment that serves the page. Nothing in it is secret. */
export const siteConfig = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  /** The hosted sign-in: a bare host on AWS, a full origin on the local cloud. */
  signInDomain: z.string(),
  /** The user pool's names of the social providers, in the order of their buttons. */
  providers: z.array(z.string()),
  /** `hosted`: Amplify's signInWithRedirect; `local`: code and PKCE against the local page (Amplify insists on https). */
  signIn: z.enum(['hosted', 'local']),
  tossClientKey: z.string(),
  /** URL of the payment script if it is not Toss's own: the local stand-in. */
  tossScriptUrl: z.string().optional(),
  testPay: z.boolean(),
  youtubeFetch: z.boolean(),
  registers: z.array(register),
  /** Who hears and translates, for the privacy policy; `model` is absent where Amazon Translate works alone. */
  processing: z.object({
    model: z.object({ geography }).optional(),
    /** The account has opted out of Amazon keeping content to improve its services. */
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
  /** Names of the local cloud's engines, with a sentence for the banner; absent on AWS. */
  engines: z.object({ speech: z.string(), translation: z.string(), notice: z.string().optional() }).optional(),
})
export type SiteConfig = z.infer<typeof siteConfig>
