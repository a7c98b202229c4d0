import { defineApp } from './define-app.ts'

/** Source: the documentation of the official image. */
export const postgres = defineApp('postgres', '1', {
  name: 'PostgreSQL 17',
  summary: 'The database server, with a password of your own.',
  description: `PostgreSQL from its official image.

Connect through \`gridloom forward INSTANCE 5432\`, or open a public TCP port on the **Ports** tab. The database is on the
disk of the instance: take backups, or attach a volume for data that outlives it.`,
  category: 'data',
  fields: [
    {
      name: 'POSTGRES_DB',
      label: 'Database',
      kind: 'text',
      check: 'identifier',
      default: 'app',
    },
    { name: 'POSTGRES_PASSWORD', label: 'Password', kind: 'generate' },
  ],
  needs: { memory_mib_min: 1_024 },
  recommended_disk_gb: 20,
  container: {
    image_path_with_tag: 'docker.io/library/postgres:17.6',
    launch_mode: 'entrypoint',
    docker_options: '--shm-size 256m',
    readiness: { kind: 'tcp', port: 5432, timeout_s: 180 },
  },
  ports: [{ port: 5432, name: 'PostgreSQL', protocol: 'tcp' }],
  login: { username: 'postgres', password: 'POSTGRES_PASSWORD' },
})
