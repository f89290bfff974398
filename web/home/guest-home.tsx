import { Button } from '../layout/button.tsx'
import { Page } from '../layout/page.tsx'
import { useSignIn } from '../sign-in/use-sign-in.ts'
import { SIGN_IN } from '../texts/common.ts'
import { HOME } from '../texts/home.ts'
import { Prices } from './prices.tsx'
import { SampleStage } from './sample-stage.tsx'

/** Home before the sign-in: what comes out, how, for how much, and one button. */
export function GuestHome() {
  const { signIn, leaving } = useSignIn()
  return (
    <Page title={HOME.title} heading={false}>
      <section className="hero">
        <h1 tabIndex={-1}>{HOME.tagline}</h1>
        <p className="hero-intro">{HOME.intro}</p>
        <div className="hero-action">
          <p className="hero-prompt">{SIGN_IN.promptTitle}</p>
          <Button kind="primary" size="large" disabled={leaving} onClick={() => signIn('/')}>
            {SIGN_IN.login}
          </Button>
        </div>
        <p className="muted">{HOME.cost}</p>
      </section>
      <SampleStage />
      <section className="home-section">
        <h2>{HOME.stepsTitle}</h2>
        <ol className="steps">
          {HOME.steps.map(([name, text]) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <Prices />
    </Page>
  )
}
