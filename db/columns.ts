import { Column, type ColumnOptions, PrimaryColumn } from 'typeorm';

/** First column of every primary key, so rows of two teams can never collide. */
export const TeamKey = (): PropertyDecorator => PrimaryColumn('text', { name: 'team_id' });

/** The resource's own id, unique within its team. */
export const Id = (): PropertyDecorator => PrimaryColumn('text');

/** An instant in milliseconds, the precision that the API shows. */
export const Instant = (options: ColumnOptions = {}): PropertyDecorator =>
  Column('timestamptz', { precision: 3, ...options });

export const OptionalInstant = (): PropertyDecorator => Instant({ nullable: true });

export const OptionalText = (): PropertyDecorator => Column('text', { nullable: true });
