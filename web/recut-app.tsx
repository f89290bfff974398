import { Route, Routes } from 'react-router'
import LocalReviewScreen from './editor/local-screen.tsx'
import RecutScreen from './recut/recut-screen.tsx'

/** Recutting a subtitle and editing the result, in one chunk, because both need the engine. */
export default function RecutApp() {
  return (
    <Routes>
      <Route index element={<RecutScreen />} />
      <Route path="edit" element={<LocalReviewScreen />} />
    </Routes>
  )
}
