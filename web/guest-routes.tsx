import { Route, Routes } from 'react-router'
import { GuestHome } from './home/guest-home.tsx'
import { publicRoutes } from './public-routes.tsx'
import { LoginPrompt } from './sign-in/login-prompt.tsx'

const PRIVATE_PATHS = ['/user', '/user/:key', '/addtoken', '/checkout', '/success', '/fail', '/account']

/** What is there before the sign-in: home, the legal pages, and a prompt where a page belongs to somebody. */
export function GuestRoutes() {
  return (
    <Routes>
      <Route index element={<GuestHome />} />
      {PRIVATE_PATHS.map(path => (
        <Route key={path} path={path} element={<LoginPrompt />} />
      ))}
      {publicRoutes}
    </Routes>
  )
}
