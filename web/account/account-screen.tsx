import { Tabs } from '@aws-amplify/ui-react'
import { type ReactNode, startTransition, useOptimistic, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { PAGES } from '../../lambdas/contract/pages.ts'
import type { Me } from '../../lambdas/contract/views.ts'
import { EmailForm } from '../shared/email-form.tsx'
import { pieces } from '../shared/format.ts'
import { InquiryDialog } from '../shared/inquiry.ts'
import { Button } from '../shared/layout/button.tsx'
import { Check } from '../shared/layout/choices.tsx'
import { FormDialog } from '../shared/layout/form-dialog.tsx'
import { Page } from '../shared/layout/page.tsx'
import { Alert, Awaited, Sentences } from '../shared/layout/states.tsx'
import { lazyWithPreload } from '../shared/lazy-with-preload.tsx'
import { INQUIRY } from '../shared/member-texts.ts'
import { forgetUser } from '../shared/personal-data.ts'
import { useMe } from '../shared/queries.ts'
import { useServices } from '../shared/services.ts'
import { noteSessionEnd } from '../shared/session/signed-in.ts'
import { useAction } from '../shared/use-action.ts'
import { RECEIPTS, Receipts, TokenHistory } from './history.tsx'
import { OwnVideos } from './own-videos.tsx'
import { Setting } from './setting.tsx'
import { ACCOUNT } from './texts.ts'

/** A separate chunk, because few users have a key. */
const ApiKeys = lazyWithPreload(() => import('./keys.tsx'))

const SECTIONS = ['profile', 'history', 'receipts', 'sign-in'] as const
type Section = (typeof SECTIONS)[number]

/**
 * The account screen in sections: profile with a message to the operator, token history, receipts, and sign-in (stored
 * videos, API keys, devices, account deletion). The URL's fragment selects the section.
 */
export function AccountScreen() {
  const me = useMe()
  return (
    <Page title={ACCOUNT.title}>
      <div className="account-page">
        <Awaited query={me} />
        {me.data && (
          <Sections>
            {{
              profile: (
                <>
                  <Profile me={me.data} />
                  <Inquiry hasEmail={me.data.email !== undefined} />
                </>
              ),
              history: <TokenHistory token={me.data.token} />,
              receipts: <Receipts />,
              'sign-in': (
                <>
                  <OwnVideos />
                  <ApiKeys />
                  <SignOutEverywhere />
                  <Leave token={me.data.token} />
                </>
              ),
            }}
          </Sections>
        )}
      </div>
    </Page>
  )
}

function Sections({ children }: { children: Record<Section, ReactNode> }) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const linked = hash === `#${RECEIPTS}` ? 'receipts' : 'profile'
  // The next arrow key starts from the section chosen last, even if the router has not rendered it yet.
  const [shown, show] = useOptimistic<string>(SECTIONS.find(section => hash === `#${section}`) ?? linked)
  const choose = (section: string) =>
    startTransition(() => {
      show(section)
      void navigate(`#${section}`, { replace: true })
    })
  return (
    <Tabs.Container value={shown} onValueChange={choose}>
      <Tabs.List aria-label={ACCOUNT.sectionsLabel} className="sections">
        {SECTIONS.map(section => (
          <Tabs.Item key={section} value={section}>
            {ACCOUNT.sections[section]}
          </Tabs.Item>
        ))}
      </Tabs.List>
      {SECTIONS.map(section => (
        <Tabs.Panel key={section} value={section}>
          <div className="account">{children[section]}</div>
        </Tabs.Panel>
      ))}
    </Tabs.Container>
  )
}

function Inquiry({ hasEmail }: { hasEmail: boolean }) {
  const [asking, setAsking] = useState(false)
  return (
    <Setting
      title={ACCOUNT.inquiry}
      text={hasEmail ? INQUIRY.text : INQUIRY.textNoEmail}
      action={
        <Button kind="outline" onClick={() => setAsking(true)}>
          {INQUIRY.title}
        </Button>
      }
    >
      {asking && <InquiryDialog onClose={() => setAsking(false)} />}
    </Setting>
  )
}

/** Name and email address. A new address is confirmed by a code sent to it. */
function Profile({ me }: { me: Me }) {
  const [changing, setChanging] = useState(false)
  return (
    <>
      <Setting title={ACCOUNT.name} text={me.name} />
      <Setting
        title={ACCOUNT.email}
        text={me.email ?? ACCOUNT.noEmail}
        action={
          !changing && (
            <Button kind={me.email === undefined ? 'primary' : 'outline'} onClick={() => setChanging(true)}>
              {me.email === undefined ? ACCOUNT.addEmail : ACCOUNT.changeEmail}
            </Button>
          )
        }
      >
        {changing && <EmailForm onClose={() => setChanging(false)} />}
      </Setting>
    </>
  )
}

/** Ends the sessions of every device, this one included. */
function SignOutEverywhere() {
  const { api, session } = useServices()
  const { run, busy, error } = useAction(async () => {
    await api('closeAllSessions', {})
    await forgetUser()
    await (await session()).signOut()
  })
  return (
    <Setting
      title={ACCOUNT.sessionsTitle}
      text={ACCOUNT.sessionsText}
      action={
        <Button kind="outline" disabled={busy} onClick={run}>
          {ACCOUNT.signOutEverywhere}
        </Button>
      }
    >
      <Alert>{error}</Alert>
    </Setting>
  )
}

/** Deletes the account: lists what is deleted and what the law requires us to keep, and requires a checkbox first. */
function Leave({ token }: { token: number }) {
  const [asking, setAsking] = useState(false)
  return (
    <Setting
      title={ACCOUNT.leaveTitle}
      text={ACCOUNT.leaveText}
      action={
        <Button kind="outline" className="removes" onClick={() => setAsking(true)}>
          {ACCOUNT.leave}
        </Button>
      }
    >
      {asking && <LeaveDialog token={token} onClose={() => setAsking(false)} />}
    </Setting>
  )
}

function LeaveDialog({ token, onClose }: { token: number; onClose: () => void }) {
  const { api, session } = useServices()
  const [agreed, setAgreed] = useState(false)
  return (
    <FormDialog
      title={ACCOUNT.leaveConfirmTitle}
      className="fields"
      action={ACCOUNT.leave}
      kind="danger"
      disabled={!agreed}
      submit={async () => {
        await api('leave', {})
        await forgetUser()
        noteSessionEnd('left')
        await (await session()).signOut()
      }}
      onClose={onClose}
    >
      <p>
        <Sentences text={ACCOUNT.leaveConfirmText(pieces(token))} />
      </p>
      {token > 0 && (
        <p>
          <Link to={`${PAGES.help}#refunds`}>{ACCOUNT.leaveRefund}</Link>
        </p>
      )}
      <Check checked={agreed} onChange={setAgreed}>
        {ACCOUNT.leaveCheck}
      </Check>
    </FormDialog>
  )
}
