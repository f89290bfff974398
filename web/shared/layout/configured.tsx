import { type ReactNode, Suspense } from 'react'
import type { SiteConfig } from '../../../lambdas/contract/site-config.ts'
import { useConfig } from '../services.ts'

interface ConfiguredProps {
  /** Shown until the settings are loaded, and in prerendered pages. */
  fallback?: ReactNode
  children: (config: SiteConfig) => ReactNode
}

/** A part of a text that depends on the deployment's settings; the rest is visible before they are loaded. */
export function Configured({ fallback, children }: ConfiguredProps) {
  return (
    <Suspense fallback={fallback}>
      <Rendered>{children}</Rendered>
    </Suspense>
  )
}

function Rendered({ children }: Pick<ConfiguredProps, 'children'>) {
  return children(useConfig())
}

/** A detail of the company, for use in a sentence. */
export function CompanyText({ field }: { field: 'name' | 'email' | 'phone' }) {
  return <Configured fallback={<span className="company-text" />}>{({ company }) => company[field]}</Configured>
}
