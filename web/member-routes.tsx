import { Route, Routes } from 'react-router'
import { publicRoutes } from './public-routes.tsx'
import { MEMBER_SCREENS } from './screens.tsx'

/** The route table for who is signed in. */
export function MemberRoutes() {
  return (
    <Routes>
      {Object.entries(MEMBER_SCREENS).map(([path, Screen]) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
      {publicRoutes}
    </Routes>
  )
}
