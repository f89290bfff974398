import type { BrowserContext } from 'playwright-core'
import type { ServedToss } from './serve.ts'

const TOSS = /^https:\/\/[\w-]+\.(tosspayments\.com|toss\.im)\//

/** Lets the stand-in respond, in this browser profile, under every host name of Toss. Returns the requested hosts. */
export async function playToss(context: BrowserContext, toss: ServedToss): Promise<Set<string>> {
  const hosts = new Set<string>()
  const { origin, pathname } = new URL(toss.url)
  await context.route(TOSS, async route => {
    const request = route.request()
    const url = new URL(request.url())
    hosts.add(url.host)
    const path = url.pathname.startsWith(`${pathname}/`) ? url.pathname : pathname + url.pathname
    const headers = { ...request.headers(), origin }
    // Requests that a page still sends while its test ends get no response.
    await route
      .fetch({ url: `${origin}${path}${url.search}`, headers, maxRedirects: 0 })
      .then(response => route.fulfill({ response }))
      .catch(() => undefined)
  })
  return hosts
}
