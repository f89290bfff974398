import { showToast } from '../layout/toasts.ts'
import { useServices } from '../services.ts'
import { SIGN_IN } from '../texts/common.ts'
import { forgetPerson } from './forget-person.ts'

/** Signs out here and at the hosted page, which returns to `/`. */
export function useSignOut(): () => Promise<void> {
  const { api, session } = useServices()
  return async () => {
    try {
      const opened = await session()
      await api('closeSession', {}).catch((error: unknown) => console.error(error))
      forgetPerson()
      await opened.signOut()
    } catch (error) {
      console.error(error)
      showToast({ kind: 'error', text: SIGN_IN.signOutFailed })
    }
  }
}
