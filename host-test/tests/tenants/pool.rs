//! Tenants that come one after another into the places of a pool.

use agent_skills_sandbox::{Error, Mounts, Sandbox, component_bytes};

use crate::tenant::{STEPS, Tenant};

fn pool_of(instances: u32) -> Sandbox {
    Sandbox::builder()
        .pool(instances)
        .build()
        .expect("the component loads")
}

/// Each tenant checks that all it is told is its own.
#[test]
fn a_place_tells_nothing_of_its_last_tenant() {
    let directory = tempfile::tempdir().expect("there is room for a directory");
    let sandbox = pool_of(1);
    for number in 0..40 {
        let mut tenant = Tenant::new(&sandbox, directory.path(), number);
        for _ in 0..STEPS {
            tenant.step();
        }
    }
}

#[test]
fn a_full_pool_refuses_until_there_is_room() {
    let sandbox = pool_of(2);
    let mounts = Mounts::new();
    let first = sandbox.instance(&mounts).expect("there is room");
    let second = sandbox.instance(&mounts).expect("there is room");
    for _ in 0..3 {
        let refused = sandbox.instance(&mounts).expect_err("the pool is full");
        assert!(matches!(refused, Error::Pool), "{refused:?}");
        assert_eq!(refused.code(), "pool-limit");
    }
    drop(first);
    let mut third = sandbox.instance(&mounts).expect("there is room again");
    assert!(third.list_skills().expect("it answers").skills.is_empty());
    drop((second, third));
}

#[tokio::test]
async fn asynchronous_instances_come_from_the_pool_too() {
    let sandbox = pool_of(1);
    for mounts in [Mounts::new(), Mounts::offloaded()] {
        let mut instance = sandbox
            .instance_async(&mounts)
            .await
            .expect("there is room");
        let refused = sandbox.instance_async(&mounts).await;
        assert!(matches!(refused, Err(Error::Pool)), "{refused:?}");
        assert!(
            instance
                .list_skills()
                .await
                .expect("it answers")
                .skills
                .is_empty()
        );
    }
}

#[test]
fn pools_that_make_no_sense_are_refused() {
    let none = Sandbox::builder().pool(0);
    let other = Sandbox::builder().component(component_bytes()).pool(1);
    for (builder, reason) in [
        (none, "a pool needs room for at least one instance"),
        (other, "a pool is for the component of this crate"),
    ] {
        assert_eq!(
            builder.build().expect_err("nothing fits").to_string(),
            format!("cannot set up the engine: {reason}")
        );
    }
}

/// Whichever engine runs the machine code in place, all others run it too.
#[test]
fn a_sandbox_that_cannot_be_built_stands_in_no_other_ones_way() {
    for _ in 0..3 {
        let none = Sandbox::builder().pool(u32::MAX).build();
        assert!(matches!(none, Err(Error::Engine { .. })), "{none:?}");
        for builder in [Sandbox::builder(), Sandbox::builder().with_source()] {
            let sandbox = builder.build().expect("the component loads");
            let mut instance = sandbox.instance(&Mounts::new()).expect("it starts");
            assert!(
                instance
                    .list_skills()
                    .expect("it answers")
                    .skills
                    .is_empty()
            );
        }
    }
}
