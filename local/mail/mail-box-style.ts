/** Style sheet of the mail box. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #17191c; --paper: #fff; --quiet: #f4f5f7; --line: #e3e6ea; --muted: #5b6470; --primary: #2b59e0 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceef1; --paper: #111316; --quiet: #1a1d21; --line: #2b3036; --muted: #a7afba; --primary: #7ea0ff }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.5 'Pretendard Variable', Pretendard, system-ui, sans-serif; word-break: keep-all; overflow-wrap: anywhere }
main { max-width: 960px; margin: 0 auto; padding: 32px 16px }
h1 { font-size: 28px; line-height: 1.3 }
a { color: var(--primary) }
a:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px }
p, dl, .empty { color: var(--muted) }
ul { list-style: none; margin: 24px 0; padding: 0; border-top: 1px solid var(--line) }
li { border-bottom: 1px solid var(--line) }
li a { display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; min-height: 44px; padding: 12px 8px; color: inherit; text-decoration: none }
li a:hover { background: var(--quiet) }
li strong { grid-column: 1 / -1 }
li span, time { color: var(--muted); font-size: 15px; font-variant-numeric: tabular-nums }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; font-size: 15px }
dd { margin: 0; color: var(--ink) }
iframe { box-sizing: border-box; width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 20px; background: #fff }
pre { padding: 16px; border-radius: 12px; background: var(--quiet); font: inherit; white-space: pre-wrap }
`
