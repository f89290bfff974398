import { type ReactNode, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { PAGES } from '../lambdas/contract/pages.ts'
import { ACCOUNT } from './account/texts.ts'
import { App } from './app.tsx'
import { ARCHIVE } from './archive/texts.ts'
import { GLOSSARY } from './glossary/texts.ts'
import { HELP } from './help/texts.ts'
import { CHECKOUT, TOKENS } from './payment/texts.ts'
import { TEXT_SCREENS } from './public-routes.tsx'
import { Layout } from './shared/layout/layout.tsx'
import { Page } from './shared/layout/page.tsx'
import { Loading } from './shared/layout/states.tsx'
import { type Services, ServicesContext } from './shared/services.ts'
import { COMMON, FOOTER } from './shared/texts.ts'

/** Placeholder services: prerendering has no deployment settings and no API. The browser fills in what needs them. */
const SERVICES: Services = {
  config: new Promise(() => {}),
  session: () => new Promise(() => {}),
  api: () => new Promise(() => {}),
}

const rendered = (address: string, content: ReactNode) =>
  renderToString(
    <StrictMode>
      <ServicesContext value={SERVICES}>
        <StaticRouter location={address}>{content}</StaticRouter>
      </ServicesContext>
    </StrictMode>,
  )

const asGuest = (address: string) => rendered(address, <App />)
const framed = (content: ReactNode) => rendered(PAGES.home, <Layout>{content}</Layout>)
const titled = (title: string) => `${title} | ${COMMON.service}`

await Promise.all(Object.values(TEXT_SCREENS).map(({ preload }) => preload()))

/** Guests' screens, hydrated by the browser. `title` is the tab's title if it differs from that of home. */
export const GUEST_SCREENS = {
  home: { html: asGuest(PAGES.home) },
  help: { html: asGuest(PAGES.help), title: titled(HELP.title) },
  terms: { html: asGuest(PAGES.terms), title: titled(FOOTER.terms) },
  privacy: { html: asGuest(PAGES.privacy), title: titled(FOOTER.privacy) },
  notFound: { html: asGuest('/not-found.html'), title: titled(COMMON.notFoundTitle) },
}

/** Members' pages with their heading, which stays in place when the browser replaces them. */
export const HEADED_SCREENS = {
  archive: headed(ARCHIVE),
  glossary: headed(GLOSSARY),
  tokens: headed(TOKENS),
  checkout: headed(CHECKOUT),
  account: headed(ACCOUNT),
}

function headed({ title, intro }: { title: string; intro?: string }) {
  const page = (
    <Page title={title} intro={intro}>
      <Loading />
    </Page>
  )
  return { html: framed(page), title: titled(title) }
}

/** The frame of every other page, replaced by the browser. */
export const FRAME = framed(<Loading />)
