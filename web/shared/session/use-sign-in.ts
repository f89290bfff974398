import { useState } from 'react'
import { showToast } from '../layout/toasts.tsx'
import { useServices } from '../services.ts'
import { SIGN_IN } from '../texts.ts'

const RETURN_PATH_KEY = 'jamak.return-to'

/**
 * Starts the sign-in at a social provider, which returns to `returnTo`. On success the browser leaves the page, so
 * `leaving` stays true.
 */
export function useSignIn(): {
  signIn(provider: string, returnTo: string, hint?: 'test-pay'): Promise<void>
  leaving: boolean
} {
  const { session } = useServices()
  const [leaving, setLeaving] = useState(false)
  return {
    leaving,
    async signIn(provider, returnTo, hint) {
      setLeaving(true)
      try {
        rememberReturnPath(returnTo)
        await (await session()).signIn(provider, hint && { hint })
      } catch (error) {
        console.error(error)
        setLeaving(false)
        showToast({ kind: 'error', text: SIGN_IN.failed })
      }
    },
  }
}

/** Stores the path to return to after the sign-in. */
export function rememberReturnPath(path: string): void {
  sessionStorage.setItem(RETURN_PATH_KEY, path)
}

/** Returns the stored path once; `/` if there is none or it leads to another site. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(RETURN_PATH_KEY)
  sessionStorage.removeItem(RETURN_PATH_KEY)
  return path && isOwnPath(path) ? path : '/'
}

/** Browsers resolve `//host` and `/\host` to other sites. */
function isOwnPath(path: string): boolean {
  if (!path.startsWith('/')) return false
  try {
    return new URL(path, location.origin).origin === location.origin
  } catch {
    return false
  }
}
