/** Hosts that shops have seen Toss's widget talk to; those for money have a twin for test keys. */
type TossHost = 'payment-widget' | 'payment-gateway' | 'apigw' | 'event' | 'log'

const WITH_SANDBOX: TossHost[] = ['payment-gateway', 'apigw']

/** Address of a host of Toss. Under an address of its own the stand-in plays all of them on one origin. */
export function chooseHost(base: URL, name: TossHost, clientKey: string): URL {
  if (base.hostname !== 'js.tosspayments.com') return base
  const isTest = clientKey.startsWith('test_') && WITH_SANDBOX.includes(name)
  return new URL(`https://${name}${isTest ? '-sandbox' : ''}.tosspayments.com/`)
}

/** Address of the pictures that the widget puts into the shop's page. */
export function chooseImageHost(base: URL): URL {
  return base.hostname.endsWith('.tosspayments.com') ? new URL('https://static.toss.im/') : base
}

/** Diagnostics, which nobody waits for. */
export function tellHost(host: URL): void {
  fetch(new URL('widget/diagnostics', host)).catch(() => undefined)
}

/** What the widget asks before it opens the payment window; false where the request fails. */
export async function askHost(host: URL): Promise<boolean> {
  try {
    return (await fetch(new URL('widget/parameters', host))).ok
  } catch {
    return false
  }
}
