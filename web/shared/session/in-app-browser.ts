/** The browser inside another app, in which Google refuses the sign-in (403 disallowed_useragent). */
export interface InAppBrowser {
  /** The app's name in Korean. */
  app: string
  /** Address that opens `address` in the phone's own browser; absent where only the app's menu can. */
  outside?: string
}

const APPS: readonly (readonly [RegExp, string])[] = [
  [/KAKAOTALK/, '카카오톡'],
  [/ Line\//, '라인'],
  [/NAVER\(inapp/, '네이버 앱'],
  [/DaumApps/, '다음 앱'],
  [/Instagram/, '인스타그램'],
  [/FBA[NV]\//, '페이스북'],
  [/BAND\//, '밴드'],
  [/everytimeApp/, '에브리타임'],
  // Any other web view: Android's by its name, Apple's by the missing name of Safari.
  [/; wv\)/, '이 앱'],
  [/\b(?:iPhone|iPad|iPod)\b(?!.* Safari\/)/, '이 앱'],
]

/** Recognizes a browser inside an app by its user agent; `undefined` for any other. `address` is the page to open outside. */
export function findInAppBrowser(userAgent: string, address: URL): InAppBrowser | undefined {
  const found = APPS.find(([sign]) => sign.test(userAgent))
  if (!found) return undefined
  return { app: found[1], outside: outsideOf(found[1], userAgent, address) }
}

function outsideOf(app: string, userAgent: string, address: URL): string | undefined {
  if (app === '카카오톡') return `kakaotalk://web/openExternal?url=${encodeURIComponent(address.href)}`
  if (app === '라인') {
    const marked = new URL(address)
    marked.searchParams.set('openExternalBrowser', '1')
    return marked.href
  }
  if (!/Android/.test(userAgent)) return undefined
  const scheme = address.protocol.replace(':', '')
  const plain = `${address.host}${address.pathname}${address.search}`
  return `intent://${plain}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`
}
