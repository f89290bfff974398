export { createSecrets } from './aws/secrets.ts'
export {
  type Access,
  type AwsRequest,
  type AwsResponse,
  type AwsService,
  jsonError,
  jsonResponse,
  LOCAL_ACCOUNT,
  ServiceFault,
} from './aws/service.ts'
export { readRegion } from './aws/stated-signature.ts'
export { readBody, readHeaders, respond } from './aws/wire.ts'
export type { SignInTexts } from './cognito/texts.ts'
export { DataInUseError } from './machine/installation.ts'
export { type Handler, PortTakenError } from './machine/servers.ts'
export { LocalError } from './machine/terminal.ts'
export type { ClientSettings, Extension, ExtensionContext, LocalAws, LocalAwsOptions } from './options.ts'
export type { MailboxTexts } from './ses/texts.ts'
export { startLocalAws } from './start.ts'
export type { HostRule } from './template/hosts.ts'
