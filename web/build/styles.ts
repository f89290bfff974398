import { join, relative, sep } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { amplifyStyles } from './amplify-theme.ts'
import { BROWSERS } from './scripts.ts'

const WEB = join(import.meta.dirname, '..')

/** Addresses of the stylesheets: of every screen, of the fonts, and of the members' screens. */ interface Styles {
  app: string
  fonts: string
  member: string
}

/** Bundles the stylesheets and copies their fonts under hashed names. */
export async function bundleStyles(outDir: string): Promise<Styles> {
  const { metafile } = await build({
    entryPoints: {
      app: join(WEB, 'styles', 'app.css'),
      fonts: join(WEB, 'styles', 'fonts.css'),
      member: join(WEB, 'styles', 'member.css'),
    },
    bundle: true,
    minify: true,
    metafile: true,
    outdir: join(outDir, 'assets'),
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
    target: BROWSERS,
    logLevel: 'warning',
    legalComments: 'linked',
    plugins: [amplifyTheme],
  })
  const address = (name: keyof Styles) => {
    const path = Object.keys(metafile.outputs).find(each => new RegExp(`/${name}-\\w+\\.css$`).test(each))
    if (!path) throw new Error(`esbuild wrote no ${name}.css`)
    return `/${relative(outDir, path).split(sep).join('/')}`
  }
  return { app: address('app'), fonts: address('fonts'), member: address('member') }
}

/** Resolves `@import 'amplify-theme'` to Amplify UI's component styles in this site's theme. */
const amplifyTheme: Plugin = {
  name: 'amplify-theme',
  setup(build) {
    build.onResolve({ filter: /^amplify-theme$/ }, () => ({ path: 'amplify-theme', namespace: 'theme' }))
    build.onLoad({ filter: /.*/, namespace: 'theme' }, async () => ({ contents: await amplifyStyles(), loader: 'css' }))
  },
}
