// Finds a Chromium or Chrome for the browser tests, or installs one; otherwise says exactly what to do.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']
const FIXED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Chromium without windows: half the CPU of the whole browser for the same page. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']

const runs = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0
const has = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined

function findInPath(names) {
  for (const dir of (process.env.PATH ?? '').split(delimiter))
    for (const name of names) if (dir && existsSync(join(dir, name))) return join(dir, name)
  return null
}

/** Path of a headless shell, null when there is none: `CHROMIUM_SHELL`, or an installed one. */
export function findShell() {
  return process.env.CHROMIUM_SHELL || findInPath(SHELLS)
}

/** Finds a headless shell, or installs one from the system's packages. The journeys run without it too. */
export function ensureShell() {
  const found = findShell()
  if (found || process.getuid?.() !== 0 || !has('apt-get')) return found
  console.log('Installo chromium-headless-shell: i test nel browser costano la metà.')
  const options = ['-qq', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0']
  runs('apt-get', ['update', ...options]) && runs('apt-get', ['install', '-y', ...options, 'chromium-headless-shell'])
  return findShell()
}

async function find() {
  const { CHROMIUM } = process.env
  if (CHROMIUM && !existsSync(CHROMIUM))
    throw new Error(`CHROMIUM deve essere il percorso di un browser: ${CHROMIUM} non c’è.`)
  if (CHROMIUM) return CHROMIUM
  const installed = findInPath(NAMES)
  if (installed) return installed
  for (const file of FIXED) if (existsSync(file)) return file
  const { chromium } = await import('playwright-core')
  const own = chromium.executablePath()
  return own && existsSync(own) ? own : null
}

/** Path of a browser; installs one by the system's package manager or by Playwright when there is none. */
export async function ensureBrowser() {
  const found = await find()
  if (found) return found
  console.log('Nessun Chromium o Chrome trovato: provo a installarlo.')
  const root = process.getuid?.() === 0
  const prefix = root ? [] : has('sudo') ? ['sudo', '-n'] : null
  if (prefix && has('apt-get')) {
    const apt = [...prefix, 'apt-get']
    runs(apt[0], [...apt.slice(1), 'update', '-qq']) &&
      runs(apt[0], [...apt.slice(1), 'install', '-y', '-qq', 'chromium'])
  } else if (prefix && has('apk')) {
    const apk = [...prefix, 'apk', 'add', 'chromium']
    runs(apk[0], apk.slice(1))
  } else if (prefix && has('dnf')) {
    const dnf = [...prefix, 'dnf', 'install', '-y', 'chromium']
    runs(dnf[0], dnf.slice(1))
  }
  const installed = await find()
  if (installed) return installed
  runs(process.execPath, [
    'node_modules/playwright-core/cli.js',
    'install',
    ...(root ? ['--with-deps'] : []),
    'chromium',
  ])
  const downloaded = await find()
  if (downloaded) return downloaded
  throw new Error(
    'I test nel browser hanno bisogno di Chromium o Chrome. Installalo (Debian/Ubuntu: `sudo apt-get install chromium`; ' +
      'Fedora: `sudo dnf install chromium`; macOS: `brew install --cask chromium`; altrove: `npx playwright-core install chromium`) ' +
      'oppure indica dove si trova con la variabile CHROMIUM, poi ripeti `npm test`.',
  )
}
