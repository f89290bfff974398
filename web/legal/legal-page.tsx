import type { ReactNode } from 'react'
import { Page } from '../shared/layout/page.tsx'
import { LEGAL } from '../texts/legal.ts'

export interface Article {
  title: string
  body: ReactNode
}

interface LegalPageProps {
  title: string
  intro: ReactNode
  articles: readonly Article[]
}

/** A legal document: a table of contents, numbered articles, its revision. */
export function LegalPage({ title, intro, articles }: LegalPageProps) {
  return (
    <Page title={title} intro={LEGAL.revised}>
      <div className="legal">
        <div className="legal-intro">{intro}</div>
        <nav className="legal-contents" aria-label={LEGAL.contents}>
          <ol>
            {articles.map((article, index) => (
              <li key={article.title}>
                <a href={`#article-${index + 1}`}>{`${index + 1}. ${article.title}`}</a>
              </li>
            ))}
          </ol>
        </nav>
        {articles.map((article, index) => (
          <section key={article.title} id={`article-${index + 1}`} aria-labelledby={`title-${index + 1}`}>
            <h2 id={`title-${index + 1}`}>{`${index + 1}. ${article.title}`}</h2>
            {article.body}
          </section>
        ))}
      </div>
    </Page>
  )
}

/** Numbered sentences of an article. */
export function Clauses({ children }: { children: readonly ReactNode[] }) {
  return (
    <ol className="clauses">
      {children.map((clause, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a document's clauses are known by their numbers.
        <li key={index}>{clause}</li>
      ))}
    </ol>
  )
}

/** A table of a legal document; its first column names the row. */
export function LegalTable({
  label,
  head,
  rows,
}: {
  label: string
  head: readonly string[]
  rows: readonly string[][]
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard.
    <section className="legal-table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
