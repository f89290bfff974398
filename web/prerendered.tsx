import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { PAGES } from '../lambdas/contract/pages.ts'
import { App } from './app.tsx'
import { HELP } from './help/texts.ts'
import { TEXT_SCREENS } from './public-routes.tsx'
import { Layout } from './shared/layout/layout.tsx'
import { Loading } from './shared/layout/states.tsx'
import { type Services, ServicesContext } from './shared/services.ts'
import { COMMON, FOOTER } from './shared/texts.ts'

/** Placeholder services: prerendering has no deployment settings and no API. The browser fills in what needs them. */
const SERVICES: Services = {
  config: new Promise(() => {}),
  session: () => new Promise(() => {}),
  api: () => new Promise(() => {}),
}

const asGuest = (address: string) =>
  renderToString(
    <StrictMode>
      <ServicesContext value={SERVICES}>
        <StaticRouter location={address}>
          <App />
        </StaticRouter>
      </ServicesContext>
    </StrictMode>,
  )

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

/** The frame of every other page, replaced by the browser. */
export const FRAME = renderToString(
  <ServicesContext value={SERVICES}>
    <StaticRouter location="/">
      <Layout>
        <Loading />
      </Layout>
    </StaticRouter>
  </ServicesContext>,
)
