import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Page } from '../shared/layout/page.tsx'
import { Loading, RefusalCard } from '../shared/layout/states.tsx'
import { showToast } from '../shared/layout/toasts.tsx'
import { ProviderButtons } from '../shared/provider-buttons.tsx'
import { type Services, useServices } from '../shared/services.ts'
import { isMarked } from '../shared/session/mark.ts'
import { mark } from '../shared/session/signed-in.ts'
import { takeReturnPath } from '../shared/session/use-sign-in.ts'
import { SIGN_IN } from '../shared/texts.ts'

let finishing: Promise<string> | undefined

/** Returns the path to go back to. A code can be exchanged only once, so later calls share the result of the first. */
function finish(services: Services): Promise<string> {
  finishing ??= exchange(services)
  return finishing
}

async function exchange({ session, api }: Services): Promise<string> {
  const opened = await session()
  await opened.finish()
  const { created, token, giftDue = 0 } = await api('openSession', {})
  const returnTo = takeReturnPath()
  const text = token > 0 ? SIGN_IN.welcome : giftDue > 0 ? SIGN_IN.welcomeDue : SIGN_IN.welcomeBack
  if (created) showToast({ kind: 'done', text, path: new URL(returnTo, location.origin).pathname })
  return returnTo
}

/**
 * The return page of the hosted sign-in: exchanges the code, opens the session and returns to where the sign-in
 * started.
 */
export default function SignedInPage() {
  const services = useServices()
  const navigate = useNavigate()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    finish(services).then(
      returnTo => {
        mark()
        navigate(returnTo, { replace: true })
      },
      (error: unknown) => {
        console.error(error)
        if (isMarked()) navigate('/', { replace: true })
        else setFailed(true)
      },
    )
  }, [services, navigate])
  return (
    <Page title={SIGN_IN.login} heading={false}>
      {failed ? (
        <RefusalCard text={SIGN_IN.failed}>
          <Retry />
        </RefusalCard>
      ) : (
        <Loading text={SIGN_IN.finishing} />
      )}
    </Page>
  )
}

/** Returns to the path from which the failed sign-in started. */
function Retry() {
  const [returnTo] = useState(takeReturnPath)
  return <ProviderButtons returnTo={returnTo} />
}
