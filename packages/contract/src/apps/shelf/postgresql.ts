import { AppContainer } from '../app-container.ts'

const site = `server {
  listen 8080 default_server;
  root /usr/share/adminer/adminer;
  index index.php;
  server_tokens off;
  client_max_body_size 100m;
  location = / {
    try_files /index.php =404;
    fastcgi_pass unix:/run/php/php8.2-fpm.sock;
    include fastcgi_params;
    fastcgi_param SCRIPT_FILENAME /usr/share/adminer/adminer.php;
    fastcgi_param HTTP_PROXY "";
  }
  location / {
    return 404;
  }
}
`

/**
 * The server of Debian's package, and Adminer for its web console. The server's certificate is made at the first start:
 * one of the image would be known to every renter of it.
 */
export const postgresql = AppContainer.parse({
  name: 'postgresql',
  recipe: {
    base: 'gridloom/base:debian',
    apt: ['postgresql', 'adminer', 'php8.2-fpm', 'php8.2-pgsql', 'nginx-light', 'ssl-cert'],
    files: [{ path: '/etc/nginx/sites-available/default', mode: '0644', content: site }],
  },
  launch_mode: 'shell',
  on_start_script: `#!/bin/sh
set -eu
conf=/etc/postgresql/15/main
if [ ! -e "$conf/gridloom-ready" ]; then
  make-ssl-cert generate-default-snakeoil --force-overwrite
  echo "listen_addresses = '*'" >"$conf/conf.d/gridloom.conf"
  echo 'host all all all scram-sha-256' >>"$conf/pg_hba.conf"
fi
rm -f /var/lib/postgresql/15/main/postmaster.pid
pg_ctlcluster 15 main start
sql() { setpriv --reuid=postgres --regid=postgres --init-groups psql -qAtX -v ON_ERROR_STOP=1 "$@"; }
if [ -z "$(sql -c "select 1 from pg_roles where rolname = 'app'")" ]; then
  sql -c 'create role app login superuser' -c 'create database app owner app'
fi
printf "set password_encryption = 'scram-sha-256'; alter role app password :'secret';" |
  sql -v secret="$POSTGRES_PASSWORD"
touch "$conf/gridloom-ready"
mkdir -p /run/php
php-fpm8.2 --daemonize
exec nginx -g 'daemon off;'
`,
  env: {},
  secrets: ['POSTGRES_PASSWORD'],
  ports: [8080, 5432],
  readiness: { kind: 'http', port: 8080, path: '/', timeout_s: 120 },
  links: [{ title: 'Web console', port: 8080, path: '/?pgsql=localhost&username=app&db=app' }],
  login: { username: 'app', password: 'POSTGRES_PASSWORD' },
  needs: { memory_mib: 1_024, disk_gb: 4 },
})
