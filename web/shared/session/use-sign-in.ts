import { useState } from 'react'
import { showToast } from '../layout/toasts.tsx'
import { useServices } from '../services.ts'
import { SIGN_IN } from '../texts/common.ts'

/** Starts the sign-in and comes back to `returnTo`; leaves the page, so it never reports success here. */
export function useSignIn(): { signIn(returnTo: string, hint?: 'test-pay'): Promise<void>; leaving: boolean } {
  const { session } = useServices()
  const [leaving, setLeaving] = useState(false)
  return {
    leaving,
    async signIn(returnTo, hint) {
      setLeaving(true)
      try {
        rememberReturnPath(returnTo)
        await (await session()).signIn(hint && { hint })
      } catch (error) {
        console.error(error)
        setLeaving(false)
        showToast({ kind: 'error', text: SIGN_IN.failed })
      }
    },
  }
}

const KEY = 'jamak.return-to'

/** Remembers the page that asked for the sign-in, for the way back. */
export function rememberReturnPath(path: string): void {
  sessionStorage.setItem(KEY, path)
}

/** The remembered page, once; only paths of this site are followed. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return path && isOwnPath(path) ? path : '/'
}

/** `//host` and `/\host` are other sites' addresses for a browser. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && URL.canParse(path, location.origin)
    ? new URL(path, location.origin).origin === location.origin
    : false
}
