/** Hosts that shops have seen Toss's widget call. Those that handle money have a twin for test keys. */
type TossHost = 'payment-widget' | 'payment-gateway' | 'apigw' | 'event' | 'log'

const WITH_SANDBOX: TossHost[] = ['payment-gateway', 'apigw']

/** URL of a Toss host. At any other address, the stand-in serves all of them from one origin. */
export function chooseHost(base: URL, name: TossHost, clientKey: string): URL {
  if (base.hostname !== 'js.tosspayments.com') return base
  const isTest = clientKey.startsWith('test_') && WITH_SANDBOX.includes(name)
  return new URL(`https://${name}${isTest ? '-sandbox' : ''}.tosspayments.com/`)
}

/** URL of the images that the widget adds to the shop's page, where `page` is a page in the folder `widget/`. */
export function chooseImageHost(page: URL): URL {
  return page.hostname.endsWith('.tosspayments.com') ? new URL('https://static.toss.im/') : new URL('..', page)
}

/** Sends diagnostics, without waiting for a response. */
export function notifyHost(host: URL): void {
  fetch(new URL('widget/diagnostics', host)).catch(() => undefined)
}

/** Sends the request that the widget makes before it opens the payment window. Returns false if it fails. */
export async function queryHost(host: URL): Promise<boolean> {
  try {
    return (await fetch(new URL('widget/parameters', host))).ok
  } catch {
    return false
  }
}
