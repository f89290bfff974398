/**
 * Addresses of the page, for its router and for the distribution's function that returns 404 for all others. `:name`
 * matches one segment.
 */
export const PAGES = {
  home: '/',
  archive: '/user',
  glossary: '/user/terms',
  editor: '/user/:key',
  tokens: '/addtoken',
  checkout: '/checkout',
  success: '/success',
  fail: '/fail',
  account: '/account',
  recut: '/recut',
  recutEditor: '/recut/edit',
  /** A proofreader's page. The fragment of its address holds the secret of the link, so no server logs it. */
  proof: '/proof',
  help: '/help',
  terms: '/terms',
  privacy: '/privacy',
  signedIn: '/signed-in',
} as const

/** Files next to the built documents; hashed files and the sample have their own folders. */
export const SITE_FILES = [
  'apple-touch-icon.png',
  'config.json',
  'favicon.ico',
  'favicon.svg',
  'manifest.webmanifest',
  'old-browser.css',
  'old-browser.html',
  'old-browser.js',
  'robots.txt',
  'share-card.png',
  'sitemap.xml',
] as const

/**
 * The built documents: home and the text pages as guests see them, members' pages with their heading, the frame of every
 * other page, and the page for unknown addresses.
 */
export const DOCUMENTS = {
  home: '/index.html',
  help: '/help.html',
  terms: '/terms.html',
  privacy: '/privacy.html',
  archive: '/archive.html',
  glossary: '/glossary.html',
  tokens: '/tokens.html',
  checkout: '/checkout.html',
  account: '/account.html',
  page: '/page.html',
  notFound: '/not-found.html',
} as const

/** Text-only pages. */
export const TEXT_PAGES = ['help', 'terms', 'privacy'] as const

/** Members' pages whose documents show the heading before any script has run. */
export const HEADED_PAGES = ['archive', 'glossary', 'tokens', 'checkout', 'account'] as const

/** The pages besides home that have their own document. */
export const OWN_PAGES = [...TEXT_PAGES, ...HEADED_PAGES] as const

/** The text page at a path, if it is one. */
export function textAt(path: string): (typeof TEXT_PAGES)[number] | undefined {
  return TEXT_PAGES.find(text => PAGES[text] === plain(path))
}

/** A path as the router compares it: in lower case, without trailing slashes. */
function plain(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end).toLowerCase()
}

/** Matches what the router matches: case and a trailing slash are ignored. */
export const PAGE_ADDRESS = new RegExp(
  `^(?:${Object.values(PAGES)
    .filter(path => path !== PAGES.home)
    .map(path => path.replace(/:\w+/g, '[^/]+'))
    .join('|')})/*$`,
  'i',
)

export const FILE_ADDRESS = new RegExp(
  `^/(?:(?:assets|sample)/.*|${SITE_FILES.map(name => name.replaceAll('.', '\\.')).join('|')})$`,
)

/** The document to serve for a path, or undefined if the path is a file. */
export function chooseDocument(path: string): (typeof DOCUMENTS)[keyof typeof DOCUMENTS] | undefined {
  if (path === PAGES.home) return DOCUMENTS.home
  const own = OWN_PAGES.find(page => PAGES[page] === plain(path))
  if (own) return DOCUMENTS[own]
  if (PAGE_ADDRESS.test(path)) return DOCUMENTS.page
  return FILE_ADDRESS.test(path) ? undefined : DOCUMENTS.notFound
}
