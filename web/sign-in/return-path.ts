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
