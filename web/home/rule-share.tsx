import { Link } from 'react-router'
import { HOME } from './texts.ts'

/** Explains the share of cues that keep every rule. */
export function RuleShare() {
  return (
    <details className="rule-share">
      <summary>{HOME.shareTitle}</summary>
      <ul>
        {HOME.shareRules.map(rule => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p>
        {HOME.shareLimits} <Link to="/help#rules">{HOME.shareMore}</Link>
      </p>
    </details>
  )
}
