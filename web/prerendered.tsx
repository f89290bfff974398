import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { Layout } from './shared/layout/layout.tsx'
import { Loading } from './shared/layout/states.tsx'
import { type Services, ServicesContext } from './shared/services.ts'
import { COMMON } from './shared/texts/common.ts'

/** Nothing that the deployment or the API knows: the places that need it stay empty until the browser fills them. */
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

/** Home as a guest sees it. The browser hydrates it. */
export const HOME = asGuest('/')

/** The screen for addresses that do not exist. The browser hydrates it. */
export const NOT_FOUND = asGuest('/not-found.html')

export const NOT_FOUND_TITLE = `${COMMON.notFoundTitle} | ${COMMON.service}`

/** The frame of every other page. The browser replaces it. */
export const FRAME = renderToString(
  <ServicesContext value={SERVICES}>
    <StaticRouter location="/">
      <Layout>
        <Loading />
      </Layout>
    </StaticRouter>
  </ServicesContext>,
)
