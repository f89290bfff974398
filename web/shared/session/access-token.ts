import { fetchAuthSession } from 'aws-amplify/auth'
import { forgetToken, keepToken } from './kept-token.ts'

/** The access token from Amplify, renewed if it has expired or `renewed` asks for it. Keeps a copy for the next page load. */
export async function fetchAccessToken({ renewed = false } = {}): Promise<string | undefined> {
  const { tokens } = await fetchAuthSession({ forceRefresh: renewed })
  const token = tokens?.accessToken.toString()
  const expiresAt = tokens?.accessToken.payload.exp
  if (token && expiresAt) keepToken(token, expiresAt * 1000)
  else forgetToken()
  return token
}
