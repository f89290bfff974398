// Replaces Amplify UI's theme in the browser (see plugins.ts). The stylesheets already contain the theme's values, and
// no screen uses a design token in a style property, so the components need only the breakpoints.
import { breakpoints } from '../../node_modules/@aws-amplify/ui/dist/esm/theme/breakpoints.mjs'

export { countryDialCodes } from '../../node_modules/@aws-amplify/ui/dist/esm/i18n/country-dial-codes.mjs'
export { ComponentClassName } from '../../node_modules/@aws-amplify/ui/dist/esm/types/primitives/componentClassName.mjs'
export { classNames } from '../../node_modules/@aws-amplify/ui/dist/esm/utils/classNames.mjs'
export {
  classNameModifier,
  classNameModifierByFlag,
  isFunction,
  isString,
} from '../../node_modules/@aws-amplify/ui/dist/esm/utils/utils.mjs'

export const defaultTheme = { name: 'jamak', breakpoints, tokens: {} }
export const createTheme = () => defaultTheme
export const useBreakpoint = ({ defaultBreakpoint }) => defaultBreakpoint
// No screen passes a design token.
export const isDesignToken = () => false
export const cssNameTransform = ({ path }) => path.join('-')
