import { describe, expect, it } from 'vitest'
import { parseCompose } from './parse-compose.ts'

describe('parseCompose', () => {
  it('reads the only service of a file', () => {
    const { content, refused } = parseCompose(`
version: "3.8"
x-common: &common
  user: 1000:1000
services:
  web:
    <<: *common
    image: nginx:\${TAG:-1.27}
    container_name: web
    command: nginx -g 'daemon off;'
    environment:
      VERSION: 1.10
      EMPTY: ""
      DEBUG: true
      DOLLARS: a$$b
    ports: ["8080:80", 443]
    expose: [9000]
    volumes:
      - cache:/var/cache:ro
    shm_size: 256mb
    ulimits:
      nproc: 65535
      nofile: { soft: 1024, hard: 4096 }
    working_dir: /srv
    hostname: web
    restart: always
    healthcheck:
      test: curl -f http://localhost
      interval: 10s
      retries: 6
volumes:
  cache:
`)
    expect(content).toEqual({
      image_path_with_tag: 'nginx:1.27',
      launch_mode: 'entrypoint',
      docker_entry_point_tags: ['nginx', '-g', 'daemon off;'],
      env: { VERSION: '1.10', EMPTY: '', DEBUG: 'true', DOLLARS: 'a$b' },
      ports: [80, 443, 9000],
      docker_options:
        '-v cache:/var/cache:ro --shm-size 256m --ulimit nproc=65535 --ulimit nofile=1024:4096 -w /srv -u 1000:1000 -h web',
      readiness: {
        kind: 'exec',
        command: ['/bin/sh', '-c', 'curl -f http://localhost'],
        timeout_s: 60,
      },
    })
    expect(refused).toEqual([
      { part: 'container_name', reason: 'An instance has a label instead' },
      { part: 'restart', reason: 'An instance has a restart policy of its own' },
    ])
  })

  it('reads the long forms', () => {
    const { content, refused } = service(`
    command: [serve, --port, "80"]
    environment: [A=b, "C=d e"]
    ports:
      - target: 80
        published: "8080"
        protocol: tcp
        mode: host
    volumes:
      - { type: volume, source: data, target: /data, read_only: true }
      - { source: named, target: /named }
    healthcheck: { test: [CMD, pg_isready, -q], start_period: 1m }`)
    expect(content).toEqual({
      image_path_with_tag: 'a',
      launch_mode: 'entrypoint',
      docker_entry_point_tags: ['serve', '--port', '80'],
      env: { A: 'b', C: 'd e' },
      ports: [80],
      docker_options: '-v data:/data:ro -v named:/named',
      readiness: { kind: 'exec', command: ['pg_isready', '-q'], timeout_s: 150 },
    })
    expect(refused).toEqual([])
  })

  it('takes the name that the file gives a volume, and refuses its driver', () => {
    const { content, refused } = parseCompose(
      `${serviceText('    volumes: [data:/data, {source: data, target: /more}]')}
volumes: { data: { name: team-data, external: true, driver: nfs } }`,
    )
    expect(content.docker_options).toBe('-v team-data:/data')
    expect(refused).toEqual([
      { part: 'volumes.data.driver', reason: 'Volumes are disks of machines, without drivers' },
      { part: expect.stringContaining('volumes[1]'), reason: 'A volume can be attached once' },
    ])
  })

  it('takes the script of a shell as the start script, and refuses any other entry point', () => {
    expect(service('    entrypoint: [sh, -c]\n    command: ["echo hi"]').content).toMatchObject({
      launch_mode: 'shell',
      on_start_script: 'echo hi',
    })
    expect(service('    entrypoint: python app.py').refused).toMatchObject([
      { part: 'entrypoint python app.py' },
    ])
    expect(service('    entrypoint: []\n    command:').refused).toEqual([])
  })

  it('counts a service without a health check as ready when it has started', () => {
    const ready = { readiness: { kind: 'started' } }
    expect(service('    healthcheck: { disable: true }').content).toMatchObject(ready)
    expect(service('    healthcheck: { test: [NONE] }').content).toMatchObject(ready)
  })

  describe('with several services', () => {
    const two = 'services:\n  web: {image: nginx}\n  db: {image: postgres}\n'

    it('reads the one with the name, and names the others', () => {
      expect(parseCompose(two, 'db')).toEqual({
        content: { image_path_with_tag: 'postgres', launch_mode: 'entrypoint' },
        refused: [{ part: 'services.web', reason: 'A template has one container' }],
      })
    })

    it.each([
      [two, undefined, { part: 'services', reason: 'Choose one service: web, db' }],
      [two, 'cache', { part: 'cache', reason: 'is not one of the services: web, db' }],
      [two, '__proto__', { part: '__proto__', reason: 'is not one of the services: web, db' }],
      ['a: b', undefined, { part: 'services', reason: 'The file has no services' }],
      ['services: [a]', undefined, { part: 'services', reason: 'The file has no services' }],
      ['- a', 'web', { part: 'web', reason: 'The file has no services' }],
      ['', undefined, { part: 'services', reason: 'The file has no services' }],
    ])('refuses %j with the service %s', (text, wanted, part) => {
      expect(parseCompose(text, wanted)).toEqual({ content: {}, refused: [part] })
    })
  })

  it('names keys of the file that it does not read, and a service without an image', () => {
    const { refused } = parseCompose(
      'name: shop\nnetworks: {}\nmore: 1\nx-y: 1\nservices: {web: {volumes: [{source: a, target: /a, tmpfs: {}}]}}',
    )
    expect(refused.map(({ part }) => part)).toEqual([
      'name',
      'networks',
      'more',
      'volumes[0].tmpfs',
      'services.web',
    ])
  })
})

function service(keys: string) {
  return parseCompose(serviceText(keys))
}

function serviceText(keys: string): string {
  return `services:\n  web:\n    image: a\n${keys.replace(/^\n/, '')}\n`
}
