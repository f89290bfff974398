import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Theme } from '@aws-amplify/ui-react'
import { createTheme } from '@aws-amplify/ui-react/server'

/** Stylesheets of the Amplify UI components that the screens use. */
const COMPONENTS = [
  'field',
  'fieldMessages',
  'flex',
  'input',
  'tabs',
  'text',
  'textArea',
  'textField',
  'visuallyHidden',
]

/**
 * Returns one stylesheet with the components' rules and the theme variables they use (a few hundred of 2,000).
 * Amplify's own `ThemeProvider` inserts a `<style>` element, which would require `unsafe-inline`.
 */
export async function amplifyStyles(): Promise<string> {
  const { resolve } = createRequire(import.meta.url)
  const rules = await Promise.all(
    COMPONENTS.map(name => readFile(resolve(`@aws-amplify/ui-react/styles/${name}.css`), 'utf8')),
  )
  const theme = createTheme({ name: 'jamak', tokens: AMPLIFY_TOKENS })
  const css = rules.join('\n')
  return `:root {\n${reachable(findVariables(theme.cssText), css).join('\n')}\n}\n${css}`
}

function findVariables(cssText: string): Map<string, string> {
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

/**
 * Maps Amplify UI's tokens to this site's variables (`shared/styles/tokens.css`), so that light and dark colours are
 * defined in one place.
 */
const AMPLIFY_TOKENS = {
  colors: {
    font: {
      primary: { value: 'var(--ink)' },
      secondary: { value: 'var(--muted)' },
      tertiary: { value: 'var(--muted)' },
      disabled: { value: 'var(--muted)' },
      error: { value: 'var(--bad)' },
      success: { value: 'var(--good)' },
    },
    background: { disabled: { value: 'var(--quiet)' } },
    border: {
      tertiary: { value: 'var(--line)' },
      focus: { value: 'var(--primary)' },
      error: { value: 'var(--bad)' },
    },
  },
  fontSizes: {
    small: { value: 'var(--text-13)' },
    medium: { value: 'var(--text-15)' },
    large: { value: 'var(--text-17)' },
  },
  radii: { small: { value: '12px' } },
  components: {
    fieldcontrol: {
      paddingBlockStart: { value: '11px' },
      paddingBlockEnd: { value: '11px' },
      paddingInlineStart: { value: '14px' },
      paddingInlineEnd: { value: '14px' },
      fontSize: { value: 'var(--text-15)' },
      borderColor: { value: 'var(--edge)' },
    },
    tabs: {
      borderColor: { value: 'transparent' },
      item: {
        color: { value: 'var(--muted)' },
        fontSize: { value: 'var(--text-15)' },
        borderColor: { value: 'transparent' },
        _hover: { color: { value: 'var(--ink)' } },
        _focus: { color: { value: 'var(--ink)' }, boxShadow: { value: 'none' }, borderColor: { value: 'transparent' } },
        _active: {
          color: { value: 'var(--ink)' },
          borderColor: { value: 'transparent' },
          backgroundColor: { value: 'var(--paper)' },
        },
      },
    },
  },
} satisfies Theme['tokens']
