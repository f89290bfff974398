import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app.tsx'
import { createServices, ServicesContext } from './shared/services.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <ServicesContext value={createServices()}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </ServicesContext>
  </StrictMode>,
)
