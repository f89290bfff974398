import {
  AdminDeleteUserCommand,
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import * as z from 'zod'
import { ApiError } from '../contract/errors.ts'

/** A person's details as the hosted sign-in has them. */
export interface Profile {
  /** Only an address that the social provider has verified: anybody can state another's. */
  email?: string
  name?: string
}

/** The user pool: reads a person's profile, ends their sessions, removes their account. */
export interface People {
  profile(person: { uid: string; accessToken: string }): Promise<Profile>
  /** Revokes every refresh token of the person. */
  signOut(username: string): Promise<void>
  remove(username: string): Promise<void>
}

const userInfo = z.object({
  sub: z.string(),
  email: z.email().max(320).optional().catch(undefined),
  /** Cognito answers a string here. */
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(undefined),
  name: z.string().optional(),
  nickname: z.string().optional(),
})

const PATIENCE_MS = 5000

export interface PeopleOptions {
  cognito: CognitoIdentityProviderClient
  userPoolId: string
  /** Origin of the hosted sign-in. */
  signInUrl: string
  fetch: typeof fetch
}

export function userPool({ cognito, userPoolId, signInUrl, fetch }: PeopleOptions): People {
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
      return { email: email_verified ? email : undefined, name: name?.trim() || nickname?.trim() || undefined }
    },
    signOut: username => unlessUnknown(cognito.send(new AdminUserGlobalSignOutCommand(at(username)))),
    remove: username => unlessUnknown(cognito.send(new AdminDeleteUserCommand(at(username)))),
  }
}

/** A person who is already gone needs no sign-out and no removal. */
async function unlessUnknown(sent: Promise<unknown>): Promise<void> {
  try {
    await sent
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error
  }
}
