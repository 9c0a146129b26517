// OpenStack Swift with its S3 API, which checks signatures: installed from Debian where it is missing, and run on loopback (four servers
// and memcached) in a folder of its own.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'

const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']
const BUCKET = 'idoneo-prova'
const KEYS = { keyId: 'prova:io', key: 'segretissima' }
const READY_MS = 60_000

function run(command, args, env = process.env) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', env })
  // swift-ring-builder exits with 1 on a warning.
  if (error || status > 1) throw new Error(`${command} ${args.join(' ')}: ${error ?? stdout + stderr}`)
}

function install() {
  if (existsSync('/usr/bin/swift-proxy-server') && existsSync('/usr/bin/memcached')) return
  // Start no server of the packages: this script starts its own.
  run('apt-get', ['install', '-y', '--no-install-recommends', ...PACKAGES], {
    ...process.env,
    DEBIAN_FRONTEND: 'noninteractive',
    RUNLEVEL: '1',
  })
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

const KINDS = ['object', 'container', 'account']

/** Writes the five configuration files and the three rings; returns the ports. */
async function configure(folder) {
  const ports = { proxy: await freePort(), memcached: await freePort() }
  for (const kind of KINDS) ports[kind] = await freePort()
  const common = (port) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
`
  await mkdir(join(folder, 'devices/d1'), { recursive: true })
  const write = (name, text) => writeFile(join(folder, name), text)
  await write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = prova\nswift_hash_path_prefix = prova\n')
  for (const kind of KINDS) {
    await write(
      `${kind}-server.conf`,
      `${common(ports[kind])}[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
    )
    const builder = join(folder, `${kind}.builder`)
    run('swift-ring-builder', [builder, 'create', '4', '1', '1'])
    run('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${ports[kind]}/d1`, '1'])
    run('swift-ring-builder', [builder, 'rebalance'])
  }
  await write(
    'proxy-server.conf',
    `${common(ports.proxy)}[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.memcached}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
check_bucket_owner = false
[filter:tempauth]
use = egg:swift#tempauth
user_${KEYS.keyId.replace(':', '_')} = ${KEYS.key} .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`,
  )
  return ports
}

/** Waits until the bucket is made: then every server answers. */
async function makeBucket(url, children) {
  const client = new AwsClient({
    accessKeyId: KEYS.keyId,
    secretAccessKey: KEYS.key,
    service: 's3',
    region: 'us-east-1',
    retries: 0,
  })
  const end = Date.now() + READY_MS
  for (;;) {
    const answer = await client.fetch(`${url}/${BUCKET}`, { method: 'PUT' }).catch((error) => error)
    if (answer.ok) return
    if (Date.now() > end || children.some(({ exitCode }) => exitCode !== null))
      throw new Error(`Swift non è partito: ${answer.status ?? ''} ${answer.text ? await answer.text() : answer}`)
    await new Promise((done) => setTimeout(done, 200))
  }
}

/** Starts Swift with one bucket; returns its settings, and `stop`. */
export async function startSwift() {
  install()
  const folder = await mkdtemp(join(tmpdir(), 'idoneo-swift-'))
  const children = []
  const stop = async () => {
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null) return
        child.kill('SIGTERM')
        await once(child, 'exit')
      }),
    )
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const ports = await configure(folder)
    const start = (command, args) => children.push(spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }))
    start('memcached', ['-l', '127.0.0.1', '-p', String(ports.memcached), '-u', userInfo().username])
    for (const kind of [...KINDS, 'proxy']) start(`swift-${kind}-server`, [join(folder, `${kind}-server.conf`)])
    const url = `http://127.0.0.1:${ports.proxy}`
    await makeBucket(url, children)
    return { settings: { url, bucket: BUCKET, region: 'us-east-1', ...KEYS, publicUrl: null }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
