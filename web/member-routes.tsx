import { Route, Routes } from 'react-router'
import { AccountScreen } from './account/account-screen.tsx'
import { ArchiveScreen } from './archive/archive-screen.tsx'
import { CheckoutScreen } from './checkout/checkout-screen.tsx'
import { FailScreen } from './checkout/fail-screen.tsx'
import { SuccessScreen } from './checkout/success-screen.tsx'
import { PreviewScreen } from './preview/preview-screen.tsx'
import { publicRoutes } from './public-routes.tsx'
import { TokensScreen } from './tokens/tokens-screen.tsx'
import { UploadScreen } from './upload/upload-screen.tsx'

/**
 * The specification's routes for who is signed in. The screens come together with what stands around them: they weigh
 * 20 KB, and one after another they would cost a round trip each.
 */
export function MemberRoutes() {
  return (
    <Routes>
      <Route index element={<UploadScreen />} />
      <Route path="/user" element={<ArchiveScreen />} />
      <Route path="/user/:key" element={<PreviewScreen />} />
      <Route path="/addtoken" element={<TokensScreen />} />
      <Route path="/checkout" element={<CheckoutScreen />} />
      <Route path="/success" element={<SuccessScreen />} />
      <Route path="/fail" element={<FailScreen />} />
      <Route path="/account" element={<AccountScreen />} />
      {publicRoutes}
    </Routes>
  )
}
