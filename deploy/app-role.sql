-- The minimum for web and worker: the role belief_app reads and writes rows but cannot change tables.
-- Run it after the first `migrate`, as a superuser, or as the owner of the tables if that role has CREATEROLE:
--   psql "$URL" --single-transaction -v ON_ERROR_STOP=1 -v password="'…'" -f deploy/app-role.sql
-- Run it again to change the password, or to renew the rights. `migrate` keeps running as the owner of the tables.
-- With pgvector, start once as the owner: its tables are created at startup.
do $$
begin
  if not exists (select from pg_roles where rolname = 'belief_app') then
    create role belief_app nosuperuser nocreatedb nocreaterole noinherit;
  end if;
end $$;
alter role belief_app login password :password;
grant usage on schema public to belief_app;
grant select, insert, update, delete on all tables in schema public to belief_app;
grant usage on all sequences in schema public to belief_app;
-- tables of later migrations: default privileges hold for what one role creates, so it is named
do $$
declare
  owner name := (select tableowner from pg_tables where schemaname = 'public' and tablename = 'migrations');
begin
  execute format(
    'alter default privileges for role %I in schema public
       grant select, insert, update, delete on tables to belief_app', owner);
  execute format(
    'alter default privileges for role %I in schema public grant usage on sequences to belief_app', owner);
end $$;
-- the list of migrations is read-only
revoke insert, update, delete on migrations from belief_app;
-- the audit trail is append-only
revoke update, delete on history from belief_app;
