import { Link } from 'react-router'
import { HOME } from './texts.ts'

/** What the rule share counts, for whoever opens it. */
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
