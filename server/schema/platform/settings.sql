-- Switches of the operator, such as tax withholding.
create table settings (
  name text not null,
  value jsonb not null,
  constraint settings_pkey primary key (name)
);
comment on table settings is 'Switches of the operator, by name.';

insert into settings (name, value) values ('withholding', 'false'), ('withholding_host_isr', 'true');
