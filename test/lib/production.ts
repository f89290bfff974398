import { exampleSettings } from '../support/example-settings.ts'

const company = Object.fromEntries(
  Object.keys(exampleSettings()).flatMap(name => (name.startsWith('COMPANY_') ? [[name, 'a true thing']] : [])),
)
/** Settings of an operator with a company, a domain and a contract with Toss. */
export const production = {
  ...company,
  DEPLOYMENT: 'production',
  SIGN_IN_DOMAIN_PREFIX: 'jamak-kr',
  GOOGLE_CLIENT_ID: '1234-x.apps.googleusercontent.com',
  KAKAO_CLIENT_ID: '0123456789abcdef',
  TOSS_CLIENT_KEY: 'live_ck_x',
  EMAIL_SENDER: 'no-reply@jamak.kr',
  OPERATOR_EMAIL: 'operator@jamak.kr',
  BUDGET_USD: '300',
}
