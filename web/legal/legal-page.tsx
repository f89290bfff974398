import type { ReactNode } from 'react'
import { Page } from '../shared/layout/page.tsx'

export interface Article {
  title: string
  body: ReactNode
}

const REVISED = '2024년 9월 19일 개정'
const CONTENTS = '차례'

interface LegalPageProps {
  title: string
  intro: ReactNode
  articles: readonly Article[]
}

/** A legal document with its revision date, a table of contents and numbered articles. */
export function LegalPage({ title, intro, articles }: LegalPageProps) {
  return (
    <Page title={title} intro={REVISED}>
      <div className="legal legal-sides">
        <nav className="legal-contents" aria-label={CONTENTS}>
          <ol>
            {articles.map((article, index) => (
              <li key={article.title}>
                <a href={`#article-${index + 1}`}>{`${index + 1}. ${article.title}`}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="legal-articles">
          <div>{intro}</div>
          {articles.map((article, index) => (
            <section key={article.title} id={`article-${index + 1}`} aria-labelledby={`title-${index + 1}`}>
              <h2 id={`title-${index + 1}`}>{`${index + 1}. ${article.title}`}</h2>
              {article.body}
            </section>
          ))}
        </div>
      </div>
    </Page>
  )
}

/** The numbered clauses of an article. */
export function Clauses({ children }: { children: readonly ReactNode[] }) {
  return (
    <ol className="clauses">
      {children.map((clause, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: clauses are identified by their numbers.
        <li key={index}>{clause}</li>
      ))}
    </ol>
  )
}

/** Placeholder for a table that depends on the deployment's settings. */
export const NotYet = () => <div className="legal-not-yet" />

interface LegalTableProps {
  label: string
  head: readonly string[]
  rows: readonly string[][]
}

/** A table in a legal document; the first column holds the row headers. On phones each row is a card. */
export function LegalTable({ label, head, rows }: LegalTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the table sideways.
    <section className="legal-table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map(column => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([row = '', ...cells]) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]} data-label={head[index + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
