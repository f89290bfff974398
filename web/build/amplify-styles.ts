import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createTheme } from '@aws-amplify/ui-react/server'
import { amplifyTokens } from '../theme/amplify-tokens.ts'

/** Amplify UI components that the screens use, by the names of their stylesheets. */
const COMPONENTS = [
  'alert',
  'badge',
  'button',
  'field',
  'fieldMessages',
  'flex',
  'icon',
  'input',
  'loader',
  'message',
  'pagination',
  'table',
  'tabs',
  'text',
  'textArea',
  'textField',
  'visuallyHidden',
]

/**
 * The components' rules and the theme's variables that they reach, as one stylesheet. Amplify's own way, a `<style>` element
 * from `ThemeProvider`, needs `unsafe-inline`; and of its 2,000 variables a few hundred are used.
 */
export async function amplifyStyles(): Promise<string> {
  const { resolve } = createRequire(import.meta.url)
  const rules = await Promise.all(
    COMPONENTS.map(name => readFile(resolve(`@aws-amplify/ui-react/styles/${name}.css`), 'utf8')),
  )
  const theme = createTheme({ name: 'jamak', tokens: amplifyTokens })
  const css = rules.join('\n')
  return `:root {\n${reachable(variablesOf(theme.cssText), css).join('\n')}\n}\n${css}`
}

function variablesOf(cssText: string): Map<string, string> {
  const declarations = cssText.matchAll(/(--amplify-[\w-]+):\s*([^;]+);/g)
  return new Map([...declarations].map(([, name = '', value = '']) => [name, value]))
}

function reachable(variables: Map<string, string>, css: string): string[] {
  const found = new Set<string>()
  const visit = (text: string) => {
    for (const [, name = ''] of text.matchAll(/var\(\s*(--amplify-[\w-]+)/g)) {
      const value = variables.get(name)
      if (value === undefined || found.has(name)) continue
      found.add(name)
      visit(value)
    }
  }
  visit(css)
  return [...variables].filter(([name]) => found.has(name)).map(([name, value]) => `  ${name}: ${value};`)
}
