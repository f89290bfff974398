import * as z from 'zod'
import { register } from './archive-entry.ts'

const companyField = z.string()

/** `/config.json`: what the page must know of the deployment it was served from. Nothing in it is secret. */
export const siteConfig = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  /** Host of the hosted sign-in, without scheme on AWS; a full origin on the local cloud. */
  signInDomain: z.string(),
  /** Buttons of the hosted page, by the pool's provider names. */
  providers: z.array(z.string()),
  /** `hosted`: Amplify's signInWithRedirect; `local`: code and PKCE against the local page (Amplify insists on https). */
  signIn: z.enum(['hosted', 'local']),
  tossClientKey: z.string(),
  /** Where the payment script comes from, where it is not Toss itself: the local stand-in. */
  tossScriptUrl: z.string().optional(),
  testPay: z.boolean(),
  youtubeFetch: z.boolean(),
  registers: z.array(register),
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
  /** Which engines answer on the local cloud, with a sentence for the banner; absent on AWS. */
  engines: z.object({ speech: z.string(), translation: z.string(), notice: z.string().optional() }).optional(),
})
export type SiteConfig = z.infer<typeof siteConfig>
