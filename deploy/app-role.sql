-- The minimum for web and worker: they read and write rows but cannot change tables.
-- Run as the owner of the database, after the first `migrate`; `migrate` itself keeps running as the owner.
--   psql "$OWNER_DATABASE_URL" -v password="'…'" -f deploy/app-role.sql
-- With pgvector, start once as the owner: its tables are created at startup.
create role belief_app login password :password nosuperuser nocreatedb nocreaterole noinherit;
grant usage on schema public to belief_app;
grant select, insert, update, delete on all tables in schema public to belief_app;
grant usage on all sequences in schema public to belief_app;
alter default privileges in schema public grant select, insert, update, delete on tables to belief_app;
alter default privileges in schema public grant usage on sequences to belief_app;
-- the list of migrations is read-only
revoke insert, update, delete on migrations from belief_app;
-- the audit trail is append-only
revoke update, delete on history from belief_app;
