/** Where builds get packages from, as the provider has set it. None of it stays in an image. */
export interface PackageSources {
  /** The address that Debian's archives are below, in `debian` and `debian-security`. */
  aptMirror: string
  /** An index in the form of PyPI's `simple`. */
  pipIndex: string
  npmRegistry: string
  /** A proxy for all three; may contain a user name and password. */
  proxy?: string | undefined
  /** Reads the certificates of authorities that builds trust, as PEM; by default those of the base image. */
  certificates?: (() => Promise<string>) | undefined
}

export const publicSources: PackageSources = {
  aptMirror: 'http://deb.debian.org',
  pipIndex: 'https://pypi.org/simple',
  npmRegistry: 'https://registry.npmjs.org/',
}

/** In memory, and gone with the container: `/dev/shm` is never a part of an image. */
const folder = '/dev/shm/gridloom-build'
const certificatesFile = `${folder}/ca.pem`

/** A file that a build needs for its steps alone. */
interface SourceFile {
  path: string
  content: string
}

/** Returns the settings of apt, pip and npm, and the certificates, as files. */
export function sourceFiles(
  { aptMirror, pipIndex, npmRegistry, proxy }: PackageSources,
  certificates: string | undefined,
): SourceFile[] {
  const mirror = aptMirror.replace(/\/+$/, '')
  const trust = certificates === undefined ? [] : [certificatesFile]
  return [
    {
      path: `${folder}/sources.list`,
      content: lines([
        `deb ${mirror}/debian bookworm main`,
        `deb ${mirror}/debian bookworm-updates main`,
        `deb ${mirror}/debian-security bookworm-security main`,
      ]),
    },
    {
      path: `${folder}/apt.conf`,
      content: lines([
        `Dir::Etc::sourcelist "${folder}/sources.list";`,
        'Dir::Etc::sourceparts "-";',
        'Acquire::Retries "3";',
        'Acquire::Languages "none";',
        'APT::Install-Recommends "false";',
        ...(proxy === undefined ? [] : [`Acquire::http::Proxy "${proxy}";`]),
        ...(proxy === undefined ? [] : [`Acquire::https::Proxy "${proxy}";`]),
        ...trust.map((file) => `Acquire::https::CaInfo "${file}";`),
      ]),
    },
    {
      path: `${folder}/pip.conf`,
      content: lines([
        '[global]',
        `index-url = ${pipIndex}`,
        ...(proxy === undefined ? [] : [`proxy = ${proxy}`]),
        ...trust.map((file) => `cert = ${file}`),
      ]),
    },
    {
      path: `${folder}/npmrc`,
      content: lines([
        `registry=${npmRegistry}`,
        ...(proxy === undefined ? [] : [`proxy=${proxy}`, `https-proxy=${proxy}`]),
        ...trust.map((file) => `cafile=${file}`),
      ]),
    },
    ...(certificates === undefined ? [] : [{ path: certificatesFile, content: certificates }]),
  ]
}

/** Returns the variables that make the tools, and what packages themselves download, use these files. */
export function sourceVariables(
  { proxy }: Pick<PackageSources, 'proxy'>,
  certificates: string | undefined,
): Record<string, string> {
  return {
    APT_CONFIG: `${folder}/apt.conf`,
    PIP_CONFIG_FILE: `${folder}/pip.conf`,
    NPM_CONFIG_USERCONFIG: `${folder}/npmrc`,
    ...(proxy === undefined ? {} : { http_proxy: proxy, https_proxy: proxy }),
    ...(certificates === undefined
      ? {}
      : {
          SSL_CERT_FILE: certificatesFile,
          CURL_CA_BUNDLE: certificatesFile,
          REQUESTS_CA_BUNDLE: certificatesFile,
          NODE_EXTRA_CA_CERTS: certificatesFile,
        }),
  }
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`
}
