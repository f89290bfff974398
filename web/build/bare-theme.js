// In place of Amplify UI's theme in the browser: see scripts.ts. The styles have the theme's values already, and no screen
// names one of them in a style property, so the components need only the breakpoints.
import { breakpoints } from '../../node_modules/@aws-amplify/ui/dist/esm/theme/breakpoints.mjs'

const THEME = { name: 'jamak', breakpoints, tokens: {} }

export const createTheme = () => THEME
