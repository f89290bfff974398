import { Suspense, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { type ColourMode, chooseColourMode, colourModeChanges, readColourMode } from '../colour-mode.ts'
import { useConfig } from '../services.ts'
import { COMMON, FOOTER } from '../texts.ts'
import { CrashBoundary } from './states.tsx'

/** Links to help and the legal pages, and the company's details that the E-Commerce Act requires. */
export function Footer() {
  return (
    <footer className="footer">
      <div className="inside">
        <div className="row footer-row">
          <nav aria-label={`${COMMON.recut}, ${COMMON.help}, ${FOOTER.terms}, ${FOOTER.privacy}`}>
            <Link to="/recut">{COMMON.recut}</Link>
            <Link to="/help">{COMMON.help}</Link>
            <Link to="/terms">{FOOTER.terms}</Link>
            <Link to="/privacy">
              <strong>{FOOTER.privacy}</strong>
            </Link>
          </nav>
          <ColourModeSwitch />
        </div>
        <CrashBoundary fallback={null}>
          <Suspense fallback={<div className="company" />}>
            <Company />
          </Suspense>
        </CrashBoundary>
      </div>
    </footer>
  )
}

function Company() {
  const { company } = useConfig()
  return (
    <dl className="company">
      {COMPANY_FIELDS.map(field => (
        <div key={field}>
          <dt>{FOOTER.company[field]}</dt>
          <dd>
            {company[field]}
            {field === 'registrationNumber' && /\d/.test(company.registrationNumber) && (
              <a href={registryAddress(company.registrationNumber)} target="_blank" rel="noreferrer">
                {FOOTER.checkCompany}
              </a>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const COMPANY_FIELDS = [
  'name',
  'representative',
  'registrationNumber',
  'mailOrderNumber',
  'address',
  'phone',
  'email',
  'hosting',
] as const

/** Address of the Fair Trade Commission's page about a business. */
function registryAddress(registrationNumber: string): string {
  return `https://www.ftc.go.kr/bizCommPop.do?wrkr_no=${registrationNumber.replace(/\D/g, '')}`
}

const MODES: readonly ColourMode[] = ['system', 'light', 'dark']

/** Chooses between light, dark and the system's setting. */
function ColourModeSwitch() {
  const current = useSyncExternalStore(colourModeChanges.subscribe, readColourMode, () => 'system')
  return (
    <fieldset className="colour-modes">
      <legend className="visually-hidden">{FOOTER.colourMode}</legend>
      {MODES.map(mode => (
        <button key={mode} type="button" aria-pressed={mode === current} onClick={() => chooseColourMode(mode)}>
          {FOOTER[mode]}
        </button>
      ))}
    </fieldset>
  )
}
