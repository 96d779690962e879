// Arrays that numpy and others read without a copy.
#pragma once

#include <nanobind/ndarray.h>

#include "bindings/shared.h"

namespace santorini {

template <class T>
using Array = nanobind::ndarray<nanobind::numpy, T>;

// An array that Python owns.
template <class T>
Array<T> new_array(std::size_t size) {
    T* data = new T[size]();
    const nanobind::capsule owner(data, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    return Array<T>(data, {size}, owner);
}

}  // namespace santorini
