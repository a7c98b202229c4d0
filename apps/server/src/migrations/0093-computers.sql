-- What a machine's computer is known again by: ids of its parts. The agent hashes each with a salt of the installation,
-- and we once more under a secret of ours, so that neither the row nor a message of an agent names hardware.
create table machine_fingerprints (
  machine_id text primary key references machines (id),
  board text,
  disk text,
  network text,
  system text,
  engine text,
  gpus text[] not null,
  read_at timestamptz not null
);
create index machine_fingerprints_board on machine_fingerprints (board) where board is not null;
create index machine_fingerprints_disk on machine_fingerprints (disk) where disk is not null;
create index machine_fingerprints_network on machine_fingerprints (network) where network is not null;
create index machine_fingerprints_gpus on machine_fingerprints using gin (gpus);
