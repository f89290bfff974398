/** Proof key for code exchange (RFC 7636): the verifier stays here, its SHA-256 goes with the request. */
export async function createProof(): Promise<{ verifier: string; challenge: string; state: string }> {
  const verifier = randomText(48)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64Url(new Uint8Array(digest)), state: randomText(24) }
}

function randomText(length: number): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(length)))
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
