import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/**
 * Creates a certificate for 127.0.0.1, and for these host names, that this process trusts from now on. It is its own
 * authority. Needs `openssl`.
 */
export function trustedCertificate(...names: readonly string[]): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gridloom-certificate-'))
  const keyFile = join(folder, 'key.pem')
  const certFile = join(folder, 'cert.pem')
  try {
    const making = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
    const hosts = ['IP:127.0.0.1', ...names.map((name) => `DNS:${name}`)].join()
    const subject = ['-subj', '/CN=gridloom test', '-addext', `subjectAltName=${hosts}`]
    const files = ['-nodes', '-days', '2', '-keyout', keyFile, '-out', certFile]
    execFileSync('openssl', [...making, ...subject, ...files], { stdio: 'ignore' })
    const cert = readFileSync(certFile, 'utf8')
    setDefaultCACertificates([...getCACertificates(), cert])
    return { key: readFileSync(keyFile, 'utf8'), cert }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
