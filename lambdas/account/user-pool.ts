import {
  AdminDeleteUserCommand,
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'
import { cleanUserName } from '../contract/title.ts'

/** A user's details as the hosted sign-in returns them. */
export interface Profile {
  /** Present only if the social provider has verified it; users can enter any address there. */
  email?: string
  name?: string
}

/** Users in the user pool: reads profiles, ends sessions, removes users. */
export interface UserPool {
  profile(user: { uid: string; accessToken: string }): Promise<Profile>
  /** Revokes every refresh token of the user. */
  signOut(username: string): Promise<void>
  remove(username: string): Promise<void>
}

const userInfo = z.object({
  sub: z.string(),
  email: z.email().max(320).optional().catch(undefined),
  /** Cognito returns a string. */
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  name: z.string().optional(),
  nickname: z.string().optional(),
})

const PATIENCE_MS = 5000

export interface UserPoolOptions {
  cognito: CognitoIdentityProviderClient
  userPoolId: string
  /** Origin of the hosted sign-in. */
  signInUrl: string
  fetch: typeof fetch
}

export function createUserPool({ cognito, userPoolId, signInUrl, fetch }: UserPoolOptions): UserPool {
  const at = (username: string) => ({ UserPoolId: userPoolId, Username: username })
  return {
    async profile({ uid, accessToken }) {
      const response = await fetch(`${signInUrl}/oauth2/userInfo`, {
        headers: { authorization: `Bearer ${accessToken}` },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      if (response.status === 401 || response.status === 403) throw new ApiError('UNAUTHORIZED')
      if (!response.ok) throw new Error(`userInfo answered ${response.status}`)
      const { sub, email, email_verified, name, nickname } = userInfo.parse(await response.json())
      if (sub !== uid) throw new ApiError('UNAUTHORIZED')
      return { email: email_verified ? email : undefined, name: cleanUserName(name) ?? cleanUserName(nickname) }
    },
    signOut: username => unlessUnknown(cognito.send(new AdminUserGlobalSignOutCommand(at(username)))),
    remove: username => unlessUnknown(cognito.send(new AdminDeleteUserCommand(at(username)))),
  }
}

/** Ignores errors about a user who is already gone: there is nothing to sign out or remove. */
async function unlessUnknown(sent: Promise<unknown>): Promise<void> {
  try {
    await sent
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error
  }
}
