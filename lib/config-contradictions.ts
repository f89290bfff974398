import { providersOf } from './providers.ts'

/** Faults that no single variable shows. */
export function contradictions(variables: Record<string, string | undefined>): string[] {
  const on = (name: string) => Boolean(variables[name]?.trim())
  const together = (...names: string[]) =>
    names.some(on) && !names.every(on) ? [`${names.join(', ')}: set all of them or none`] : []
  return [
    ...together('GOOGLE_CLIENT_ID', 'GOOGLE_SECRET_NAME'),
    ...together('KAKAO_CLIENT_ID', 'KAKAO_SECRET_NAME'),
    ...together('OIDC_NAME', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_SECRET_NAME'),
    ...together('DOMAIN_NAME', 'CERTIFICATE_ARN'),
    ...(providersOf(variables).length === 0
      ? ['GOOGLE_CLIENT_ID, KAKAO_CLIENT_ID or OIDC_CLIENT_ID: at least one social provider is needed']
      : []),
    ...(variables.TRANSLATOR === 'bedrock' && !on('BEDROCK_MODEL_ID')
      ? ['BEDROCK_MODEL_ID: needed where TRANSLATOR=bedrock']
      : []),
    ...(variables.DEPLOYMENT !== 'local' && variables.YOUTUBE_FETCH === 'on' && !on('YT_DLP_LAYER')
      ? ['YT_DLP_LAYER: needed where YOUTUBE_FETCH=on; AWS Lambda has no yt-dlp of its own (docs/youtube.md)']
      : []),
    ...(variables.DEPLOYMENT === 'production' ? unfitForProduction(variables) : []),
  ]
}

/** What a trial may have and real people must not meet. */
function unfitForProduction(variables: Record<string, string | undefined>): string[] {
  const placeholders = Object.entries(variables).filter(([, value]) => value && /미등록\)$|\.example$/.test(value))
  return [
    ...(variables.TEST_PAY === 'on' ? ['TEST_PAY: fakes a user, so it cannot be on in production'] : []),
    ...(variables.TOSS_CLIENT_KEY?.startsWith('test_')
      ? ['TOSS_CLIENT_KEY: a test key takes no money; production needs a live_ key']
      : []),
    ...placeholders.filter(([name]) => SHOWN.test(name)).map(([name]) => `${name}: still a placeholder`),
  ]
}

/** The law asks for a shop's true name and address; mails go nowhere from a made-up one. */
const SHOWN = /^COMPANY_|^(?:MAIL_SENDER|OPERATOR_MAIL)$/
