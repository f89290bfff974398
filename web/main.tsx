import { StrictMode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { textAt } from '../lambdas/contract/pages.ts'
import { App } from './app.tsx'
import { TEXT_SCREENS } from './public-routes.tsx'
import { addStylesheet } from './shared/add-stylesheet.ts'
import { createServices, ServicesContext } from './shared/services.ts'
import { isMarked } from './shared/session/mark.ts'

/** Address of the stylesheet with the letters that the page's own texts lack; the build replaces this name with it. */
declare const LETTER_STYLES: string

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const services = createServices()
const app = (
  <StrictMode>
    <ServicesContext value={services}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </ServicesContext>
  </StrictMode>
)

const AFTER_LOAD_MS = 300

/** React's error for places that the build could not render; they wait for the deployment's settings. */
const LEFT_TO_THE_BROWSER = '#419'

const text = textAt(location.pathname)

// The build renders whole screens for guests only; of everything else it renders the frame, which React replaces.
if (root.dataset.prerendered === 'guest' && !isMarked()) {
  // The text stands while its script loads. Without that script the screen says what failed, as others do.
  if (text)
    TEXT_SCREENS[text]
      .preload()
      .finally(() => hydrate(root))
      .catch(console.warn)
  else hydrate(root)
} else {
  // At once, so that the guest's screen, which is hidden from members, is never shown to them.
  flushSync(() => createRoot(root).render(app))
  delete root.dataset.prerendered
}

function hydrate(container: HTMLElement): void {
  // As a transition, so that React works in slices of 5 ms and a finger is answered in between.
  startTransition(() => {
    hydrateRoot(container, app, {
      onRecoverableError(error) {
        if (!String(error).includes(LEFT_TO_THE_BROWSER)) reportError(error)
      },
    })
  })
}

addEventListener('load', () =>
  setTimeout(() => {
    // Names that people write may need them; no first screen does.
    addStylesheet(LETTER_STYLES).catch(console.warn)
    // The first answers come without the sign-in library; what a user does next needs it.
    if (isMarked()) services.session().catch(console.warn)
  }, AFTER_LOAD_MS),
)
